import { Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import type { InputProps } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import '../promotion.css'
import { AddPart } from './add-part.tsx'
import { PartCard } from './part-card.tsx'
import { type Part, usePieces } from './pieces.ts'

/** The actions of a rule. */
export default function ActionsInput({ id, value, onChange, path, Field, disabled, describedBy }: InputProps) {
  const say = useMessages()
  const pieces = usePieces()?.actions
  const [added, setAdded] = useState<number>()
  const parts = Array.isArray(value) ? (value as Part[]) : []
  if (!pieces) return <Spinner size={24} />
  return (
    <div className="promo-parts">
      {parts.map((part, at) => (
        <PartCard
          // Actions of the same type differ only by their position, so the position is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${part.type} ${at}`}
          piece={pieces.find(({ type }) => type === part.type)}
          part={part}
          path={`${path}.${at}`}
          Field={Field}
          disabled={disabled}
          isAdded={at === added}
          onChange={(next) => onChange(parts.map((part, n) => (n === at ? next : part)))}
          remove={() => onChange(parts.filter((_, n) => n !== at))}
        />
      ))}
      <AddPart
        id={id}
        describedBy={describedBy}
        label={say(parts.length === 0 ? 'addAction' : 'addAnotherAction')}
        pieces={pieces}
        disabled={disabled}
        add={(part) => {
          setAdded(parts.length)
          onChange([...parts, part])
        }}
      />
    </div>
  )
}
