import { Menu, MenuItem, type MenuProps } from '@blueprintjs/core'
import { Add, ArrowRight, Cog, Document, History, Play } from '@blueprintjs/icons'
import { Omnibar } from '@blueprintjs/select'
import { useState, type ReactElement } from 'react'
import { useT } from '../i18n/index.ts'
import { kinds, useCommands, type Command, type Kind } from './commands.ts'

const icons: Record<Kind, ReactElement> = {
  recent: <History aria-hidden />,
  action: <Play aria-hidden />,
  go: <ArrowRight aria-hidden />,
  create: <Add aria-hidden />,
  record: <Document aria-hidden />,
  setting: <Cog aria-hidden />,
}

/** Command palette: opens pages and records, creates records, and runs actions of the current page. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const [query, setQuery] = useState('')
  const { commands, searching } = useCommands(query)
  return (
    <Omnibar<Command>
      isOpen
      onClose={onClose}
      items={commands}
      query={query}
      onQueryChange={setQuery}
      itemsEqual="id"
      itemListPredicate={(_, items) => items}
      itemRenderer={(item, { handleClick, handleFocus, modifiers, ref }) => (
        <MenuItem
          key={item.id}
          {...(ref ? { ref } : {})}
          icon={icons[item.kind]}
          text={item.label}
          label={item.hint}
          active={modifiers.active}
          roleStructure="listoption"
          onClick={handleClick}
          {...(handleFocus ? { onFocus: handleFocus } : {})}
        />
      )}
      itemListRenderer={({ filteredItems, itemsParentRef, menuProps, renderItem }) => (
        <Menu {...({ ...menuProps, role: 'listbox', ulRef: itemsParentRef } as MenuProps)} aria-label={t('palette.prompt')}>
          {filteredItems.length === 0 && (
            <MenuItem disabled text={t(searching ? 'palette.searching' : 'common.nothingFound')} roleStructure="listoption" />
          )}
          {kinds.map((kind) => {
            const some = filteredItems.filter((item) => item.kind === kind)
            return (
              some.length > 0 && [
                <li key={kind} role="presentation" className="bp6-menu-header palette-head">
                  {t(`palette.${kind}`)}
                </li>,
                ...some.map((item) => renderItem(item, commands.indexOf(item))),
              ]
            )
          })}
        </Menu>
      )}
      inputProps={{ placeholder: t('palette.prompt'), 'aria-label': t('palette.prompt') }}
      overlayProps={{ hasBackdrop: true }}
      onItemSelect={(item) => {
        onClose()
        item.run()
      }}
    />
  )
}
