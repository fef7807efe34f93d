import { AppError, INVALID, sql, type Tx } from 'stoa'
import { definitionProblems, type Drafted } from '../domain/definition.ts'
import { type GroupRule, type Shape, type ShapeField, getStructure, type Words } from '../domain/shape.ts'

interface StoredShape {
  rules: GroupRule[]
  form_version: number
  tabs: { title: Words; fields: (ShapeField & Drafted)[] }[]
}

/**
 * Validates a form as stored, and saves the definition for its answers. A new version starts when the structure changes, not when only
 * texts change. The caller must hold the lock on the form.
 * @throws AppError INVALID by path
 */
export async function keepShape(tx: Tx, form: number): Promise<void> {
  const storedShape = await tx.one<StoredShape>(sql`
    select f.rules, f.form_version, coalesce((select jsonb_agg(jsonb_build_object('title', b.title, 'fields', b.fields) order by b."order", b.id) from (
      select t.id, t."order", t.title, coalesce((select jsonb_agg(jsonb_build_object('key', i.key, 'type', i.type, 'required', i.required,
        'enabled', i.enabled, 'title', i.title, 'placeholder', i.placeholder, 'class', i.class, 'additional_options', i.additional_options)
        order by i."order", i.id) from form_field i where i.form_tab_id = t.id), '[]') as fields
      from form_tab t where t.form_id = f.id) b), '[]') as tabs
    from form f where f.id = ${form}`)
  if (!storedShape) return
  const problems = definitionProblems(storedShape.tabs, storedShape.rules)
  if (Object.keys(problems).length > 0) throw new AppError(INVALID, problems)
  const shape: Shape = {
    tabs: storedShape.tabs.flatMap(({ title, fields }) => {
      const on = fields.flatMap(({ enabled, ...field }) => (enabled ? [field] : []))
      return on.length > 0 ? [{ title, fields: on }] : []
    }),
    rules: storedShape.rules,
  }
  const last = await findShape(tx, form, storedShape.form_version)
  const same = last !== undefined && getStructure(last) === getStructure(shape)
  const version = same ? storedShape.form_version : storedShape.form_version + 1
  await tx.run(sql`insert into form_shape (form_id, form_version, shape) values (${form}, ${version}, ${JSON.stringify(shape)}::jsonb)
    on conflict (form_id, form_version) do update set shape = excluded.shape`)
  if (!same) await tx.run(sql`update form set form_version = ${version} where id = ${form}`)
}

/** The definition of a form version. */
export async function findShape(db: Pick<Tx, 'one'>, form: number, version: number): Promise<Shape | undefined> {
  const row = await db.one<{ shape: Shape }>(sql`select shape from form_shape where form_id = ${form} and form_version = ${version}`)
  return row?.shape
}
