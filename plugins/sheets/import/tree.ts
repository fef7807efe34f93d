import { type Ctx, type Db, id, sql } from 'stoa'
import { fieldSql, type Resource, scopeSql } from 'stoa/engine'

/** Result for a text that names several rows. */
export const several = -1

/** Index of a tree: text of `parent` and own title → id. */
export interface Tree {
  children: Map<string, number>
  named: Map<string, number>
  paths: Map<number, string[]>
}

/** Loads the rows of a tree with their paths. */
export async function loadTree(ctx: Ctx, db: Db, target: Resource): Promise<Tree> {
  const parent = target.byName.get(target.def.tree ?? '')
  const title = fieldSql(target.title, 't', ctx.language, ctx.mainLanguage)
  const rows = await db.rows<{ id: number; parent: number | null; title: string | null }>(
    sql`select t.id, t.${id(parent?.column ?? '')} as parent, ${title} as title from ${id(target.table)} t where ${scopeSql(ctx, target)} order by t.id`,
  )
  const byId = new Map(rows.map((r) => [r.id, r]))
  const tree = {
    children: new Map<string, number>(),
    named: new Map<string, number>(),
    paths: new Map<number, string[]>(),
  }
  for (const row of rows) {
    const title = (row.title ?? '').toLowerCase()
    const place = `${row.parent ?? ''}>${title}`
    tree.children.set(place, tree.children.has(place) ? several : row.id)
    tree.named.set(title, tree.named.has(title) ? several : row.id)
    const path: string[] = []
    // The limit prevents an endless loop when the data has a cycle.
    for (let at: typeof row | undefined = row; at && path.length < 50; at = byId.get(at.parent ?? 0)) path.unshift(at.title ?? '')
    tree.paths.set(row.id, path)
  }
  return tree
}
