import type { ShellData } from 'stoa/store'

/** The product categories, from the frame; none without the catalogue plugin. */
export const getCategories = ({ categories = [] }: Partial<Pick<ShellData, 'categories'>>): ShellData['categories'] => categories
