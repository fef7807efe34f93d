import { jsonShapes } from '#migrations'

export const { up, down } = jsonShapes({ stock: { values: { type: 'object' } } })
