import { api } from 'stoa/admin'
import type { Article, Articles } from '../../api-types.ts'
import { counterDb, type List } from './db.ts'

const together = (lists: readonly List[]): Article[] => lists.flatMap(({ articles }) => articles)

/** All items of a store on this device. */
export const loadArticles = async (store: number): Promise<Article[]> =>
  together(await (await counterDb()).getAllFromIndex('lists', 'store', store))

/**
 * Loads the items of a store page by page; unchanged pages are neither sent nor written. Without stored items,
 * `onFirst` gets the first page, so that selling can start.
 * @returns all items, or undefined if nothing changed
 */
export async function freshArticles(
  store: number,
  language: string,
  onFirst: (articles: Article[]) => void,
): Promise<Article[] | undefined> {
  const db = await counterDb()
  const storedLists = new Map((await db.getAllFromIndex('lists', 'store', store)).map((list) => [list.after, list]))
  const lists: List[] = []
  let changed = false
  for (let after: number | null = 0; after !== null;) {
    const storedList = storedLists.get(after)
    const query = { after, language, ...(storedList ? { known: storedList.mark } : {}) }
    const page: Articles = await api<Articles>(`store/${store}/article`, { query })
    const list: List = storedList && page.same ? storedList : { store, after, next: page.next, mark: page.mark, articles: page.data }
    if (list !== storedList) {
      changed = true
      await db.put('lists', list)
      if (storedLists.size === 0 && after === 0) onFirst(list.articles)
    }
    lists.push(list)
    storedLists.delete(after)
    after = list.next
  }
  for (const { after } of storedLists.values()) {
    changed = true
    await db.delete('lists', [store, after])
  }
  return changed ? together(lists) : undefined
}
