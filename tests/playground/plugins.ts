import { createTablesSql } from '../support/tables.ts'
import { cupboard, neighbour, playground } from './plugin.ts'
import { drawer, sock, sticker } from './resources/drawer.ts'
import { expense, receipt } from './resources/expense.ts'
import { part, saying, screw, shelf, toy } from './resources/toy.ts'

export const extra = [playground, neighbour, cupboard]

/** The tables that a migration would create for them. */
export const tables = createTablesSql([shelf, toy, part, screw, saying, drawer, sock, sticker, expense, receipt])
