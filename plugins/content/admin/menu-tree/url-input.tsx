import { InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MenuUrl } from '../../api-types.ts'
import { api, type InputProps, useFormField, useResource } from 'stoa/admin'
import { RowAddress } from '../row-address.tsx'
import { useMessages } from './messages.ts'

/** Input for the target of an entry; its type depends on the type of the entry. */
export default function MenuUrlInput(props: InputProps) {
  const { value: type } = useFormField<string>('type')
  const types = useQuery({ queryKey: ['menu', 'types'], queryFn: () => api<{ data: MenuUrl[] }>('menu/types') })
  const found = types.data?.data.find((candidate) => candidate.type === type)
  const resource = useResource(found?.of ?? '')
  if (found?.fixed) return <Fixed {...props} url={found.fixed} />
  if (resource) return <RowAddress {...props} resource={resource} />
  return <Line {...props} isLink={type === 'link'} />
}

function Fixed({ id, url, value, onChange }: InputProps & { url: string }) {
  const say = useMessages()
  useEffect(() => {
    if (value !== url) onChange(url)
    // Runs only when the type changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [url, value])
  return (
    <div id={id} className="quiet small" tabIndex={-1}>
      {say('fixed', { url })}
    </div>
  )
}

function Line({ id, value, onChange, invalid, describedBy, disabled, isLink }: InputProps & { isLink: boolean }) {
  const say = useMessages()
  return (
    <>
      <InputGroup
        id={id}
        value={typeof value === 'string' ? value : ''}
        inputMode={isLink ? 'url' : 'text'}
        placeholder={isLink ? 'https://' : ''}
        disabled={disabled ?? false}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid || undefined}
        aria-describedby={[isLink ? `${id}-link` : '', describedBy ?? ''].filter(Boolean).join(' ') || undefined}
        onValueChange={onChange}
      />
      {isLink && (
        <div id={`${id}-link`} className="field-hint">
          {say('linkHint')}
        </div>
      )}
    </>
  )
}
