import type { ResourceInfo } from 'stoa/api-types'
import { adminPath, go } from '../common/link.tsx'
import { useShortcuts, type Shortcut } from '../common/shortcuts.ts'
import { inSentence, useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import type { Selection } from './selection.ts'

/**
 * Keyboard shortcuts of a list. The current row is the one whose title link has the focus, so that Enter is the native link and screen
 * readers announce the row.
 */
export function useListKeys(resource: ResourceInfo, table: HTMLTableElement | null, selection: Selection): void {
  const { t } = useT()
  const group = resource.plural
  const titles = () => [...(table?.querySelectorAll<HTMLAnchorElement>('tbody .row-title') ?? [])]
  const current = () => document.activeElement?.closest<HTMLTableRowElement>('tbody tr') ?? undefined
  const step = (by: 1 | -1) => {
    const all = titles()
    const at = all.findIndex((title) => title.closest('tr') === current())
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const getTitleLink = () => current()?.querySelector<HTMLAnchorElement>('.row-title')
  const keys: Shortcut[] = [
    {
      combo: '/',
      group,
      label: t('list.search', { things: inSentence(resource.plural) }),
      run: () => document.getElementById('list-search')?.focus(),
    },
    { combo: 'j', group, label: t('keys.next'), run: () => step(1) },
    { combo: 'k', group, label: t('keys.previous'), run: () => step(-1) },
    // Handled by the focused link itself; registered only for the list of shortcuts.
    { combo: 'enter', group, label: t('keys.open'), run: () => {} },
    {
      combo: 'x',
      group,
      label: t('keys.select'),
      run: () => {
        const id = Number(current()?.dataset['id'])
        if (id) selection.pick(id, !selection.ids.has(id))
      },
    },
    { combo: 'e', group, label: t(can(resource, 'update') ? 'keys.edit' : 'keys.open'), run: () => getTitleLink()?.click() },
  ]
  if (can(resource, 'create'))
    keys.push({
      combo: 'n',
      group,
      label: t('list.new', { thing: inSentence(resource.label) }),
      run: () => go(`${adminPath(resource.path)}/create`),
    })
  useShortcuts(keys)
}
