import { texts } from '../texts.ts'

export const useTexts = texts('secondFactor')
