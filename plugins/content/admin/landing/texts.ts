import { texts } from '../texts.ts'

/** Says what elements, or their properties and choices, are called: whatever the server keeps, by its name there. */
export type Name = (name: string) => string

/** What the elements of a landing page are called. */
export const useElementNames = texts('element') as () => Name

/** What properties and the values of choices are called. */
export const usePropNames = texts('elementProp') as () => Name

/** Texts around the builder. */
export const useMessages = texts('landing')
