import { Button, Card, HTMLSelect } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import type { AudiencePart } from '../../domain/audience.ts'
import type { AudienceKinds } from '../../api-types.ts'
import { useAudienceTexts } from '../messages.ts'
import { Choice } from './choice.tsx'

type Kind = AudienceKinds['data'][number]

interface PartsProps {
  title: string
  add: string
  kinds: readonly Kind[]
  parts: readonly AudiencePart[]
  disabled: boolean
  onChange: (parts: AudiencePart[]) => void
}

/** A list of audience parts, each with its type and its chosen values. */
export function Parts({ title, add, kinds, parts, disabled, onChange }: PartsProps) {
  const say = useAudienceTexts()
  const change = (at: number, part: AudiencePart) => onChange(parts.map((other, n) => (n === at ? part : other)))
  return (
    <section className="broadcast-parts" aria-label={title}>
      <h3>{title}</h3>
      {parts.map((part, at) => {
        const kind = kinds.find((kind) => kind.kind === part.kind)
        return (
          // Parts of the same type differ only by their position, so the position is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <Card key={`${part.kind} ${at}`} compact className="broadcast-part">
            <div className="broadcast-part-head">
              <strong>{kind?.title ?? say('gone')}</strong>
              <Button
                variant="minimal"
                size="small"
                disabled={disabled}
                icon={<Cross aria-hidden />}
                aria-label={say('remove', { kind: kind?.title ?? say('gone') })}
                onClick={() => onChange(parts.filter((_, n) => n !== at))}
              />
            </div>
            {kind?.inputs.map((input) => (
              <Choice
                key={input.name}
                input={input}
                value={part.chosen[input.name]}
                disabled={disabled}
                onChange={(value) => change(at, { ...part, chosen: { ...part.chosen, [input.name]: value } })}
              />
            ))}
          </Card>
        )
      })}
      <HTMLSelect
        aria-label={add}
        disabled={disabled}
        value=""
        onChange={(event) => {
          if (event.target.value) onChange([...parts, { kind: event.target.value, chosen: {} }])
        }}
      >
        <option value="">{add}</option>
        {kinds.map(({ kind, title: name }) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    </section>
  )
}
