/** An item of a checklist. */
export interface ChecklistItem {
  /** Unique in the list. It stays when the list is edited, so that two people can tick different items at once. */
  id: string
  text: string
  done: boolean
}

export const MOST_ITEMS = 100
export const LONGEST_ITEM = 500

/** The items that are stored: without blank ones, each with an id of its own. */
export function cleanChecklist(items: unknown): ChecklistItem[] {
  const ids = new Set<string>()
  const list = (Array.isArray(items) ? items : []) as Partial<ChecklistItem>[]
  const filled = list.filter(({ text }) => typeof text === 'string' && text.trim() !== '')
  return filled.map(({ id, text = '', done }) => {
    let key = typeof id === 'string' && id !== '' && !ids.has(id) ? id : ''
    for (let n = 1; key === ''; n++) if (!ids.has(String(n)) && !list.some((other) => other.id === String(n))) key = String(n)
    ids.add(key)
    return { id: key, text: text.trim(), done: done === true }
  })
}

/** The list with one item ticked or not; undefined when it has no such item. */
export const tickItem = (items: readonly ChecklistItem[], id: string, done: boolean): ChecklistItem[] | undefined =>
  items.some((item) => item.id === id) ? items.map((item) => (item.id === id ? { ...item, done } : item)) : undefined

/** A checklist as lines of text: `[x]` before items that are done. */
export const toLines = (items: readonly ChecklistItem[]): string =>
  items.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`).join('\n')

/** The items in lines of text; a line without a box is not done. Of more lines than a list can have items, one too many is read. */
export const parseLines = (lines: string): ChecklistItem[] => {
  const filled = lines.split('\n').filter((line) => line.trim() !== '')
  return cleanChecklist(
    filled.slice(0, MOST_ITEMS + 1).map((line) => {
      const [, mark, text] = /^\s*\[([ xX]?)\]\s*(.*)$/.exec(line) ?? []
      return { text: (text ?? line).slice(0, LONGEST_ITEM), done: mark?.toLowerCase() === 'x' }
    }),
  )
}
