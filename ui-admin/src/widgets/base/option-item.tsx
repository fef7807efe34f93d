import { MenuItem } from '@blueprintjs/core'
import type { ItemRenderer } from '@blueprintjs/select'
import { useT } from '../../i18n/index.ts'

/** Draws one of what a picker offers. `noteOf` stands at the end of its line. */
export const optionItem =
  <T extends { value: string | number; label: string }>(
    isChosen: (option: T) => boolean,
    noteOf?: (option: T) => string,
  ): ItemRenderer<T> =>
  (option, { handleClick, modifiers, ref }) => (
    <MenuItem
      key={option.value}
      {...(ref ? { ref } : {})}
      text={option.label}
      {...(noteOf ? { label: noteOf(option) } : {})}
      active={modifiers.active}
      selected={isChosen(option)}
      roleStructure="listoption"
      onClick={handleClick}
    />
  )

/** Stands where a picker has nothing to offer. */
export function NothingFound() {
  const { t } = useT()
  return <MenuItem disabled text={t('common.nothingFound')} roleStructure="listoption" />
}
