import { Button, Spinner } from '@blueprintjs/core'
import { useState } from 'react'
import type { InputProps } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import '../promotion.css'
import { AddPart } from './add-part.tsx'
import { PartCard } from './part-card.tsx'
import { type Part, usePieces } from './pieces.ts'

/** The conditions of a rule: conditions within a group are joined by AND, groups by OR. A group has each condition type at most once. */
export default function ConditionsInput({ id, value, onChange, path, Field, disabled, describedBy }: InputProps) {
  const say = useMessages()
  const pieces = usePieces()?.conditions
  const [added, setAdded] = useState<{ group: number; type: string }>()
  const storedGroups = Array.isArray(value) ? (value as Part[][]) : []
  const groups = storedGroups.length === 0 ? [[]] : storedGroups
  if (!pieces) return <Spinner size={24} />
  const setGroup = (at: number, group: Part[]) => onChange(groups.map((other, n) => (n === at ? group : other)))
  return (
    <div className="promo-parts">
      {groups.map((group, g) => (
        // Groups have no id, so their position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={g} className="promo-group" role="group" aria-label={say('group', { number: g + 1 })}>
          {g > 0 && <p className="promo-or">{say('or')}</p>}
          {group.map((part, at) => (
            <PartCard
              key={part.type}
              piece={pieces.find(({ type }) => type === part.type)}
              part={part}
              path={`${path}.${g}.${at}`}
              Field={Field}
              disabled={disabled}
              isAdded={added?.group === g && added.type === part.type}
              onChange={(next) =>
                setGroup(
                  g,
                  group.map((part, n) => (n === at ? next : part)),
                )
              }
              remove={() =>
                setGroup(
                  g,
                  group.filter((_, n) => n !== at),
                )
              }
            />
          ))}
          <AddPart
            id={g === 0 ? id : undefined}
            describedBy={g === 0 ? describedBy : undefined}
            label={say(group.length === 0 ? 'addCondition' : 'addAnd')}
            pieces={pieces.filter(({ type }) => !group.some((part) => part.type === type))}
            disabled={disabled}
            add={(part) => {
              setAdded({ group: g, type: part.type })
              setGroup(g, [...group, part])
            }}
          />
        </div>
      ))}
      {groups.every((group) => group.length > 0) && groups.length < 5 && (
        <Button variant="minimal" disabled={disabled ?? false} onClick={() => onChange([...groups, []])}>
          {say('addGroup')}
        </Button>
      )}
    </div>
  )
}
