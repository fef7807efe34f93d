import type { Field } from '@puckeditor/core'
import { Button } from '@blueprintjs/core'
import { useId, useRef, useState } from 'react'
import type { PropKind } from '../../domain/element-kinds.ts'
import { fileUrl, notifyFailure, RelationPicker, t, uploadFile, useResource } from 'stoa/admin'
import { RowAddress } from '../row-address.tsx'
import { getStart } from './elements.ts'
import { type Name, useMessages } from './messages.ts'

interface InputProps<T> {
  value: T
  onChange: (value: T) => void
  label: string
  readOnly?: boolean | undefined
}

/** Image input that uploads at once. */
function PictureInput({ value, onChange, label, readOnly }: InputProps<string>) {
  const say = useMessages()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    try {
      onChange((await uploadFile(file, 'image')).path)
    } catch (error) {
      notifyFailure(t('failure.upload'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="builder-field">
      <label htmlFor={id}>{label}</label>
      {value && <img src={`${fileUrl(value)}?w=320`} alt="" />}
      {!readOnly && (
        <div>
          <Button id={id} size="small" loading={busy} onClick={() => picker.current?.click()}>
            {say('pick')}
          </Button>
          {value && (
            <Button size="small" variant="minimal" onClick={() => onChange('')}>
              {say('remove')}
            </Button>
          )}
          <input
            ref={picker}
            type="file"
            hidden
            accept="image/*"
            aria-label={label}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void send(file)
            }}
          />
        </div>
      )}
    </div>
  )
}

/** Date and time input, in the time zone of the browser. */
function MomentInput({ value, onChange, label, readOnly }: InputProps<string>) {
  const id = useId()
  const at = value ? new Date(value) : undefined
  const local = at && !Number.isNaN(at.getTime()) ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : ''
  return (
    <div className="builder-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        className="bp6-input"
        value={local}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : '')}
      />
    </div>
  )
}

function ProductsInput({ value, onChange, label, readOnly }: InputProps<number[]>) {
  const id = useId()
  return (
    <div className="builder-field">
      <label htmlFor={id}>{label}</label>
      <RelationPicker
        id={id}
        resource="product"
        label={label}
        ids={Array.isArray(value) ? value : []}
        onChange={onChange}
        disabled={readOnly}
      />
    </div>
  )
}

/** Selects a row of a resource by title. Without the resource nothing can be selected, and the slug is typed. */
const addressInput = (resourceName: string) =>
  function AddressInput({ value, onChange, label, readOnly }: InputProps<string>) {
    const id = useId()
    const resource = useResource(resourceName)
    return (
      <div className="builder-field">
        <label htmlFor={id}>{resource?.label ?? label}</label>
        {resource ? (
          <RowAddress id={id} resource={resource} value={value} onChange={onChange} invalid={false} disabled={readOnly} />
        ) : (
          <input id={id} className="bp6-input" value={value} readOnly={readOnly} onChange={(event) => onChange(event.target.value)} />
        )}
      </div>
    )
  }

type Draw<T> = (props: InputProps<T>) => React.ReactNode

const custom = <T,>(Input: Draw<T>, label: string): Field =>
  ({
    type: 'custom',
    label,
    render: ({ value, onChange, readOnly }: { value: T; onChange: (value: T) => void; readOnly?: boolean }) => (
      <Input value={value} onChange={onChange} label={label} readOnly={readOnly} />
    ),
  }) as Field

/** The builder input for a property type. */
export function getField(name: string, kind: PropKind, getName: Name): Field {
  const label = getName(name)
  switch (kind.kind) {
    case 'area':
      return { type: 'textarea', label }
    case 'rich':
      return { type: 'richtext', label }
    case 'image':
      return custom(PictureInput, label)
    case 'instant':
      return custom(MomentInput, label)
    case 'ids':
      return custom(ProductsInput, label)
    case 'address':
      return custom(addressInput(kind.of), label)
    case 'flag':
      return {
        type: 'radio',
        label,
        options: [
          { label: t('common.yes'), value: true },
          { label: t('common.no'), value: false },
        ],
      }
    case 'int':
      return { type: 'number', label, min: kind.min, max: kind.max }
    case 'pick':
      return {
        type: kind.values.length > 3 ? 'select' : 'radio',
        label,
        options: kind.values.map((value) => ({ value, label: getName(value) })),
      }
    case 'list': {
      const inner = Object.entries(kind.of)
      return {
        type: 'array',
        label,
        arrayFields: Object.fromEntries(inner.map(([part, partKind]) => [part, getField(part, partKind, getName)])),
        defaultItemProps: Object.fromEntries(inner.map(([part, partKind]) => [part, getStart(partKind)])),
        getItemSummary: (item: Record<string, unknown>, i?: number) => String(item['question'] || item['alt'] || `#${(i ?? 0) + 1}`),
      } as Field
    }
    case 'slot':
      return { type: 'slot' }
    default:
      return { type: 'text', label }
  }
}
