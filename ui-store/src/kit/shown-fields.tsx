import type { ShownField } from 'stoa/api-types'
import { dateFormat } from './date-format.ts'
import { RichText } from './rich-text.tsx'
import { useMoney, useShop } from './shop.tsx'
import { Timestamp } from './when.tsx'

/** The value of a contributed field: amounts in the chosen currency, dates and times in the visitor's language. */
export function FieldValue({ field: { type, value } }: { field: ShownField }) {
  const money = useMoney()
  const { language } = useShop()
  if (type === 'html') return <RichText html={value} />
  if (type === 'link')
    return (
      <a href={value} rel="nofollow noopener">
        {value}
      </a>
    )
  if (type === 'instant') return <Timestamp at={value} />
  if (type === 'money') return money(value)
  return type === 'date' ? dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value)) : value
}

/** Rows of a description list for contributed fields; nothing when there are none. */
export const FieldRows = ({ fields = [] }: { fields?: readonly ShownField[] | undefined }) =>
  fields.map((field) => (
    <div key={field.name}>
      <dt>{field.label}</dt>
      <dd>
        <FieldValue field={field} />
      </dd>
    </div>
  ))

/** The contributed fields of an item with their labels; nothing when there are none. */
export const FieldList = ({ fields = [], className = 'field-list' }: { fields?: readonly ShownField[] | undefined; className?: string }) =>
  fields.length > 0 ? (
    <dl className={className}>
      <FieldRows fields={fields} />
    </dl>
  ) : null
