import type { Manifest, SettingsTab } from 'stoa/api-types'
import { SETTINGS } from '../routes/pages.ts'

/** A card of the settings page: a settings tab, or a list that belongs to the settings. */
export interface SettingsCard {
  to: string
  label: string
  icon: string | undefined
  /** One-line description. */
  about: string
  /** Matching fields of the search. */
  fields: SettingsTab['fields']
}

/** Path of a tab, or of one of its fields. */
export const tabPath = (group: string, field?: string): string =>
  `${SETTINGS}?active_tab=${group}${field ? `&field=${encodeURIComponent(field)}` : ''}`

type Fits = (...texts: (string | undefined)[]) => boolean

/** Returns a function that tests for all search words; undefined without words. */
function fitting(words: string): Fits | undefined {
  const terms = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return undefined
  return (...texts) => terms.every((word) => texts.join(' ').toLowerCase().includes(word))
}

/** Tabs with the fields that match all words; without words all tabs without fields. */
export function findTabs(tabs: readonly SettingsTab[], words: string): SettingsTab[] {
  const fits = fitting(words)
  if (!fits) return tabs.map((tab) => ({ ...tab, fields: [] }))
  return tabs
    .map((tab) => ({ ...tab, fields: tab.fields.filter(({ name, label, hint }) => fits(name, name.replaceAll('_', ' '), label, hint)) }))
    .filter((tab) => tab.fields.length > 0 || fits(tab.label, tab.group))
}

const MOST_NAMED = 4

/** Cards by group that match all words, including by field name; empty groups are left out. */
export function findCards(manifest: Manifest, words: string): { id: string; label: string; cards: SettingsCard[] }[] {
  const fits = fitting(words)
  const tabs = findTabs(manifest.settings, words)
  const getFields = (group: string) => manifest.settings.find((tab) => tab.group === group)?.fields ?? []
  const lists = manifest.menu.flatMap(({ items }) => items).find(({ to }) => to === SETTINGS)?.items ?? []
  const resources = Object.values(manifest.resources)
  return manifest.areas
    .map(({ id, label }) => ({
      id,
      label,
      cards: [
        ...tabs
          .filter(({ area }) => area === id)
          .map(({ group, icon, fields, ...tab }) => ({
            ...{ to: tabPath(group), label: tab.label, icon, fields },
            about: getFields(group)
              .slice(0, MOST_NAMED)
              .map((field) => field.label)
              .join(' · '),
          })),
        ...lists
          .filter(({ area }) => area === id)
          .map((list) => {
            const resource = resources.find(({ path }) => `/admin/${path}` === list.to)
            return { to: list.to, label: list.label, icon: list.icon, about: firstSentence(resource?.empty ?? ''), fields: [] }
          })
          .filter((card) => !fits || fits(card.label, card.about)),
      ],
    }))
    .filter(({ cards }) => cards.length > 0)
}

/** The description of a list is the first sentence of its empty state. */
const firstSentence = (text: string): string => /^.*?(?:。|\.(?=\s|$))/.exec(text)?.[0] ?? text
