import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Tag } from '@blueprintjs/core'
import { DragHandleVertical } from '@blueprintjs/icons'
import { useContentLanguage } from 'stoa/admin'
import { useMessages, useTypeTexts } from '../messages.ts'
import { type BuiltField, wordIn } from './model.ts'

interface SortedFieldsProps {
  fields: readonly BuiltField[]
  chosen: number
  choose: (index: number) => void
  /** Reports the new order, and the new index of the moved field. */
  arrange: (fields: BuiltField[], to: number) => void
  wrong: (index: number) => boolean
  disabled: boolean
}

/** Fields of a page, sortable by dragging or by keyboard. */
export function SortedFields({ fields, chosen, choose, arrange, wrong, disabled }: SortedFieldsProps) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // Field keys may be equal while one is being typed, so ids and indexes identify fields.
  const ids = fields.map((field, i) => (field.id === undefined ? `new ${i}` : String(field.id)))
  const getIndex = (id: unknown) => ids.indexOf(String(id))
  const getFieldName = (field: BuiltField | undefined) => (field ? wordIn(field.title, language, main) || field.key : '')
  const named = (id: unknown) => getFieldName(fields[getIndex(id)])
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        // Screen reader announcements are rendered outside the list.
        container: document.body,
        screenReaderInstructions: { draggable: say('dragHow') },
        announcements: {
          onDragStart: ({ active }) => say('dragStart', { name: named(active.id) }),
          onDragOver: ({ active, over }) => (over ? say('dragOver', { name: named(active.id), place: getIndex(over.id) + 1 }) : undefined),
          onDragEnd: ({ active, over }) => say('dragEnd', { name: named(active.id), place: getIndex(over?.id ?? active.id) + 1 }),
          onDragCancel: ({ active }) => say('dragCancel', { name: named(active.id) }),
        },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [getIndex(active.id), getIndex(over?.id)]
        if (from >= 0 && to >= 0 && from !== to) arrange(arrayMove([...fields], from, to), to)
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ul className="form-builder-list" aria-label={say('fields')}>
          {fields.map((field, i) => (
            <Item
              key={ids[i]}
              id={ids[i] ?? ''}
              name={getFieldName(field)}
              field={field}
              current={i === chosen}
              wrong={wrong(i)}
              disabled={disabled}
              choose={() => choose(i)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface ItemProps {
  id: string
  name: string
  field: BuiltField
  current: boolean
  wrong: boolean
  disabled: boolean
  choose: () => void
}

function Item({ id, name, field, current, wrong, disabled, choose }: ItemProps) {
  const say = useMessages()
  const typeName = useTypeTexts()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id })
  const moved = transform ? `translate(0, ${Math.round(transform.y)}px)` : undefined
  return (
    <li ref={setNodeRef} style={{ transform: moved, transition }} className={current ? 'is-current' : ''}>
      {!disabled && (
        // A plain button, because Blueprint's button handles the keys itself.
        <button type="button" className="form-builder-grip" {...attributes} {...listeners} aria-label={say('drag', { name })}>
          <DragHandleVertical aria-hidden />
        </button>
      )}
      <Button variant="minimal" alignText="start" fill aria-pressed={current} intent={wrong ? 'danger' : 'none'} onClick={choose}>
        {name}
        {field.required && <span aria-hidden> *</span>}
        <span className="quiet small"> {field.key}</span>
      </Button>
      {field.enabled ? <span className="quiet small">{typeName(field.type)}</span> : <Tag minimal>{say('off')}</Tag>}
    </li>
  )
}
