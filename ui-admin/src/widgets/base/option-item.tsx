import { MenuItem } from '@blueprintjs/core'
import type { ItemRenderer } from '@blueprintjs/select'
import { useT } from '../../i18n/index.ts'

/** Renders an option of a picker. `getNote` is shown at its end. */
export const optionItem =
  <T extends { value: string | number; label: string }>(
    isChosen: (option: T) => boolean,
    getNote?: (option: T) => string,
  ): ItemRenderer<T> =>
  (option, { handleClick, modifiers, ref }) => (
    <MenuItem
      key={option.value}
      {...(ref ? { ref } : {})}
      text={option.label}
      {...(getNote ? { label: getNote(option) } : {})}
      active={modifiers.active}
      selected={isChosen(option)}
      roleStructure="listoption"
      onClick={handleClick}
    />
  )

/** Empty state of a picker. */
export function NothingFound() {
  const { t } = useT()
  return <MenuItem disabled text={t('common.nothingFound')} roleStructure="listoption" />
}
