import { texts } from '../texts.ts'

export const useMessages = texts('known')
