import { texts } from '../texts.ts'

/** Label of an element, a property or an option, by its stored name. */
export type Name = (name: string) => string

/** Labels of elements. */
export const useElementNames = texts('element') as () => Name

/** Labels of properties and of their options. */
export const usePropNames = texts('elementProp') as () => Name

/** Messages of the landing page editor. */
export const useMessages = texts('landing')
