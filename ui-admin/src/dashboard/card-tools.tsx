import { Button, HTMLSelect } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Cross, DragHandleVertical } from '@blueprintjs/icons'
import type { CardSize, CardView } from 'stoa/plugins/desk'
import { useT } from '../i18n/index.ts'

interface CardToolsProps {
  card: CardView
  /** Attributes of the handle that the card is dragged by. */
  handle: Record<string, unknown>
  isFirst: boolean
  isLast: boolean
  isDisabled: boolean
  move: (by: -1 | 1) => void
  resize: (size: CardSize) => void
  remove: () => void
}

/** Controls of a card while cards are arranged. */
export function CardTools({ card: { title, size, sizes }, handle, isFirst, isLast, isDisabled, move, resize, remove }: CardToolsProps) {
  const { t } = useT()
  const name = title
  return (
    <div className="card-tools">
      {/* A plain button, because Blueprint's button handles the keys itself. */}
      <button type="button" className="card-grip" disabled={isDisabled} {...handle}>
        <DragHandleVertical aria-hidden />
      </button>
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowUp aria-hidden />}
        aria-label={t('dashboard.earlier', { name })}
        disabled={isDisabled || isFirst}
        onClick={() => move(-1)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<ArrowDown aria-hidden />}
        aria-label={t('dashboard.later', { name })}
        disabled={isDisabled || isLast}
        onClick={() => move(1)}
      />
      <HTMLSelect
        aria-label={t('dashboard.size', { name })}
        value={size}
        disabled={isDisabled || sizes.length === 1}
        onChange={({ currentTarget }) => resize(currentTarget.value as CardSize)}
      >
        {sizes.map((choice) => (
          <option key={choice} value={choice}>
            {t(`dashboard.size_${choice}`)}
          </option>
        ))}
      </HTMLSelect>
      <Button
        variant="minimal"
        size="small"
        icon={<Cross aria-hidden />}
        aria-label={t('dashboard.remove', { name })}
        disabled={isDisabled}
        onClick={remove}
      />
    </div>
  )
}
