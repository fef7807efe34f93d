import { token, type Tx } from '#core'
import { type Guest, remember } from './persons.ts'

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. Names once given are not overwritten by strangers. */
  remember(tx: Tx, guest: Guest): Promise<number>
}

export const DIRECTORY = token<Directory>('people/directory')

export const directory: Directory = { remember }
