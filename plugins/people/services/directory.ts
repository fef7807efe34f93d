import { token, type Tx } from '#core'
import { remember } from './persons.ts'

export interface Guest {
  email: string
  first_name: string
  last_name: string
  country_code?: string | null
  phone?: string | null
}

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. Names once given are not overwritten by strangers. */
  remember(tx: Tx, guest: Guest): Promise<number>
}

export const DIRECTORY = token<Directory>('people/directory')

export const directory: Directory = { remember }
