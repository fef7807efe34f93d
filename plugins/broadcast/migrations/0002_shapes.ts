import { jsonShapes } from 'stoa/migrations'

export const { up, down } = jsonShapes({ broadcast: { audience: { type: 'object' } } })
