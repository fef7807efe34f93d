import { messages } from '../messages.ts'

export const useMessages = messages('known')
