import { createStore } from 'jotai'

/** The shared jotai store, so that code outside React can set state too. */
export const store = createStore()
