import { basic, type Ctx } from 'stoa'

/** The time zone of employees without one of their own. */
export const getShopZone = ({ kernel }: Pick<Ctx, 'kernel'>): string => kernel.settings.of(basic).time_zone
