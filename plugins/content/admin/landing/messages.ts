import { messages } from '../messages.ts'

/** Label of an element, a property or an option, by its stored name. */
export type Name = (name: string) => string

/** Labels of elements. */
export const useElementNames = messages('element') as () => Name

/** Labels of properties and of their options. */
export const usePropNames = messages('elementProp') as () => Name

/** Messages of the landing page editor. */
export const useMessages = messages('landing')
