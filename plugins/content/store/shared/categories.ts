import type { ShellData } from 'stoa/store'

/** The shelves of the shop; none where nobody keeps goods, who would have put them into the frame. */
export const getCategories = ({ categories = [] }: Partial<Pick<ShellData, 'categories'>>): ShellData['categories'] => categories
