import { Menu, MenuItem, type MenuProps } from '@blueprintjs/core'
import { Add, ArrowRight } from '@blueprintjs/icons'
import { Omnibar } from '@blueprintjs/select'
import { useState } from 'react'
import { adminPath, go } from '../common/link.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { can, useSession } from '../state/session.ts'
import { useMenu } from './menu.ts'

/** One thing the palette can do. */
interface Command {
  kind: 'go' | 'create'
  label: string
  hint: string
  to: string
}

function useCommands(): Command[] {
  const { t } = useT()
  const { manifest } = useSession()
  const { sections } = useMenu()
  const visits: Command[] = sections.flatMap((section) =>
    section.items.map((item) => ({ kind: 'go', label: item.label, hint: section.label, to: item.to })),
  )
  const settings: Command[] = manifest.settings.map(({ group, label }) => ({
    kind: 'go',
    label,
    hint: t('settings.title'),
    to: `/admin/configuration?active_tab=${group}`,
  }))
  const creates: Command[] = Object.values(manifest.resources)
    .filter((resource) => can(resource, 'create'))
    .map((resource) => ({
      kind: 'create',
      label: t('list.new', { thing: inSentence(resource.label) }),
      hint: resource.plural,
      to: `${adminPath(resource.path)}/create`,
    }))
  const own: Command = {
    kind: 'go',
    label: t('profile.title'),
    hint: t('shell.account'),
    to: '/admin/profile',
  }
  return [...visits, ...settings, own, ...creates]
}

const fits = (query: string, { label, hint }: Command) =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${label} ${hint}`.toLowerCase().includes(word))

/** Jump to any permitted page or start something new, by typing a part of its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT()
  const commands = useCommands()
  const [query, setQuery] = useState('')
  const label = { go: t('palette.go'), create: t('palette.create') }
  return (
    <Omnibar<Command>
      isOpen
      onClose={onClose}
      items={commands}
      query={query}
      onQueryChange={setQuery}
      itemsEqual="to"
      itemListPredicate={(text, items) => items.filter((item) => fits(text, item))}
      itemRenderer={(item, { handleClick, handleFocus, modifiers, ref }) => (
        <MenuItem
          key={item.to}
          {...(ref ? { ref } : {})}
          icon={item.kind === 'go' ? <ArrowRight aria-hidden /> : <Add aria-hidden />}
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
          {filteredItems.length === 0 && <MenuItem disabled text={t('common.nothingFound')} roleStructure="listoption" />}
          {(['go', 'create'] as const).map((kind) => {
            const some = filteredItems.filter((item) => item.kind === kind)
            return (
              some.length > 0 && [
                <li key={kind} role="presentation" className="bp6-menu-header palette-head">
                  {label[kind]}
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
        go(item.to)
      }}
    />
  )
}
