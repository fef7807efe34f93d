import { jsonShapes } from 'stoa/migrations'

export const { up, down } = jsonShapes({ crm_group: { filter: { type: 'object' } } })
