import { marks } from 'stoa/migrations'

/** Each checkout asks whether there is any rule that holds without a code. */
export const { up, down } = marks('promotion')
