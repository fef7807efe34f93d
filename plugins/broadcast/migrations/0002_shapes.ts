import { jsonShapes } from '#migrations'

export const { up, down } = jsonShapes({ broadcast: { audience: { type: 'object' } } })
