import { createTablesSql } from '../support/tables.ts'
import { cupboard, neighbour, playground } from './plugin.ts'
import { drawer, sock, sticker } from './resources/drawer.ts'
import { expense, receipt } from './resources/expense.ts'
import { part, saying, screw, shelf, toy } from './resources/toy.ts'

/** The plugins of the playground. */
export const extra = [playground, neighbour, cupboard]

/** What a migration would make for them. */
export const tables = createTablesSql([shelf, toy, part, screw, saying, drawer, sock, sticker, expense, receipt])
