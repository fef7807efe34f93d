import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { searchQuery } from '../api/queues.ts'
import { adminPath, go } from '../common/link.tsx'
import { rowPath } from '../common/paths.ts'
import { ASK_AFTER_MS, useDebounced } from '../common/use-debounced.ts'
import { inSentence, useT } from '../i18n/index.ts'
import { pageActionsAtom } from '../state/page-actions.ts'
import { recentVisits } from '../state/recent.ts'
import { can, history, usePlugin, useSession } from '../state/session.ts'
import { fieldId } from '../widgets/field-input.tsx'
import { allLinks, useMenu, withItems } from './menu.ts'

/** Sections of the command palette in order. */
export const kinds = ['recent', 'action', 'go', 'create', 'record', 'setting'] as const
export type Kind = (typeof kinds)[number]

/** One command of the palette. */
export interface Command {
  id: string
  kind: Kind
  label: string
  hint: string
  run: () => void
}

const FIND_FIELD_MS = 4_000

/** Opens a page, then focuses one of its fields. */
function goToField(to: string, field: string): void {
  go(to)
  const until = Date.now() + FIND_FIELD_MS
  const look = () => {
    const place = document.getElementById(fieldId(field))
    if (place) {
      place.scrollIntoView({ block: 'center' })
      place.focus({ preventScroll: true })
    } else if (Date.now() < until) setTimeout(look, 100)
  }
  setTimeout(look, 100)
}

/** All commands that match the query. */
export function useCommands(query: string): { commands: Command[]; searching: boolean } {
  const { t } = useT()
  const { me, manifest } = useSession()
  const { sections } = useMenu()
  const records = useRecords(query)
  const actions = useAtomValue(pageActionsAtom)
  const { pathname, search } = history.location
  const to = (kind: Kind, path: string, label: string, hint: string): Command => ({
    ...{ id: `${kind} ${path}`, kind, label, hint },
    run: () => go(path),
  })

  const fixed: Command[] = [
    ...recentVisits(me.id)
      .filter(({ to: visited }) => visited !== pathname && visited !== pathname + search)
      .map((visit) => to('recent', visit.to, visit.label, visit.hint)),
    ...[...actions.values()].flat().map(({ label, run }): Command => ({ id: `action ${label}`, kind: 'action', label, hint: '', run })),
    ...sections.flatMap(({ label, items }) => items.flatMap(withItems).map((link) => to('go', link.to, link.label, label))),
    ...manifest.settings.map(({ group, label }) => to('go', `/admin/configuration?active_tab=${group}`, label, t('settings.title'))),
    to('go', '/admin/profile', t('profile.title'), t('shell.account')),
    ...Object.values(manifest.resources)
      .filter((resource) => can(resource, 'create'))
      .map((resource) =>
        to('create', `${adminPath(resource.path)}/create`, t('list.new', { thing: inSentence(resource.label) }), resource.plural),
      ),
  ]
  const settings = manifest.settings.flatMap(({ group, label: hint, fields }) =>
    fields.map(({ name, label }): Command => ({
      ...{ id: `setting ${group}.${name}`, kind: 'setting', label, hint: `${t('settings.title')} · ${hint}` },
      run: () => goToField(`/admin/configuration?active_tab=${group}`, name),
    })),
  )
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, hint }: Command) => words.every((word) => `${label} ${hint}`.toLowerCase().includes(word))
  /** Matches in the label rank above matches in other texts. */
  const rank = ({ label }: Command) => {
    const name = label.toLowerCase()
    if (name.startsWith(words[0] ?? '')) return 0
    return words.every((word) => name.includes(word)) ? 1 : 2
  }
  const found = words.length ? [...fixed, ...settings].filter(fits).sort((a, b) => rank(a) - rank(b)) : fixed
  const commands = [...found, ...records.commands].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return { commands, searching: records.searching }
}

/** Records that match the query; those of lists higher in the menu first. */
function useRecords(query: string): { commands: Command[]; searching: boolean } {
  const { language } = useT()
  const { manifest } = useSession()
  const { sections } = useMenu()
  const q = useDebounced(query.trim(), ASK_AFTER_MS)
  const searches = usePlugin('desk')
  const { data, isFetching } = useQuery({ ...searchQuery(q, language), enabled: searches && q !== '' })
  const searching = q !== query.trim() || isFetching
  if (q === '' || query.trim() === '') return { commands: [], searching: false }
  const order = allLinks(sections).map((link) => link.to)
  const place = (name: string) => {
    const at = order.indexOf(adminPath(manifest.resources[name]?.path ?? ''))
    return at < 0 ? order.length : at
  }
  const commands = (data ?? [])
    .filter((found) => manifest.resources[found.resource])
    .sort((a, b) => place(a.resource) - place(b.resource))
    .flatMap((found): Command[] => {
      const resource = manifest.resources[found.resource]
      if (!resource) return []
      const path = rowPath(manifest, resource, found.id)
      return [{ id: `record ${path}`, kind: 'record', label: found.title || `#${found.id}`, hint: resource.label, run: () => go(path) }]
    })
  // Results of the previous query stay only when they match the new one too, because Enter must not open an unrelated record.
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label }: Command) => words.every((word) => label.toLowerCase().includes(word))
  return { commands: searching ? commands.filter(fits) : commands, searching }
}
