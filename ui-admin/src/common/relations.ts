/** Display value of a relation that the row contains: `brand_id` has `brand_name`, `categories` has `categories_names`. */
export function relationLabel(row: Record<string, unknown>, name: string): unknown {
  const base = name.replace(/_ids?$/, '')
  return row[`${base}_name`] ?? row[`${name}_name`] ?? row[`${name}_names`] ?? row[`${base}_names`]
}
