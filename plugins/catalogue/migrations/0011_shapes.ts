import { jsonShapes } from 'stoa/migrations'

export const { up, down } = jsonShapes({ stock: { values: { type: 'object' } } })
