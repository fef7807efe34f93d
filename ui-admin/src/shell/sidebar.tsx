import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { ChevronDown, DoubleChevronLeft, DoubleChevronRight } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import type { MenuLink, MenuSection } from 'stoa/api-types'
import { follow, Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { NamedIcon } from '../icons/registry.tsx'
import { keepPreference, usePreference } from '../state/preferences.ts'
import { useSession } from '../state/session.ts'
import { railAtom } from '../state/ui.ts'
import { Badge, useBadges } from './badge.tsx'
import { HOME } from '../routes/pages.ts'
import { useMenu, withItems } from './menu.ts'
import { Mark } from './mark.tsx'
import { MenuPin } from './pin-button.tsx'
import { useHere, usePins } from './pins.ts'

/**
 * Main menu: groups of links, of which at most two are open (that of the current page and one more); or only icons. The title of a group
 * leads to its first page; in a drawer, which closes on navigation, it opens the group.
 */
export function Sidebar({ rail, drawer = false }: { rail: boolean; drawer?: boolean }) {
  const { t } = useT()
  const { manifest } = useSession()
  const { sections, current } = useMenu()
  const [, setRail] = useAtom(railAtom)
  const { pinned } = usePins()
  const here = useHere()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scrolls the current entry into view after navigation by other means.
    const entry = [...(menu.current?.querySelectorAll('a[href]') ?? [])].findLast((link) => link.getAttribute('href') === current)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav aria-label={t('shell.mainMenu')} className="side-nav">
      <Link to={HOME} className="brand" title={manifest.site.name}>
        <Mark size={28} />
        {rail ? <span className="sr-only">{manifest.site.name}</span> : <span>{manifest.site.name}</span>}
      </Link>
      <div ref={menu} className="menu">
        <ul>
          {pinned.length > 0 && (
            <li className="menu-pins">
              {rail ? (
                <RailSection section={{ id: 'pinned', label: t('shell.pinned'), icon: 'pin', items: pinned }} current={here} />
              ) : (
                <Pinned links={pinned} here={here} />
              )}
            </li>
          )}
          {sections.map((section) => (
            <li key={section.id}>
              <Section section={section} current={current} rail={rail} drawer={drawer} />
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="rail-toggle" onClick={() => setRail(!rail)}>
        {rail ? <DoubleChevronRight aria-hidden /> : <DoubleChevronLeft aria-hidden />}
        <span className={rail ? 'sr-only' : undefined}>{t(rail ? 'shell.expand' : 'shell.collapse')}</span>
      </button>
    </nav>
  )
}

function Pinned({ links, here }: { links: readonly MenuLink[]; here: string }) {
  const { t } = useT()
  const waiting = useBadges()
  const head = useId()
  return (
    <>
      <span className="menu-heading" id={head}>
        {t('shell.pinned')}
      </span>
      <ul aria-labelledby={head}>
        {links.map((link) => (
          <li key={link.to} className="menu-item">
            <Link to={link.to} className="menu-link" aria-current={link.to === here ? 'page' : undefined}>
              <NamedIcon name="pin" /> <span className="grow">{link.label}</span>
              <Badge count={waiting([link])} />
            </Link>
            <MenuPin link={link} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A group of the menu; a group with one entry is a plain link. */
function Section({ section, current, rail, drawer }: { section: MenuSection; current: string; rail: boolean; drawer: boolean }) {
  const waiting = useBadges()
  const only = section.items[0]
  if (section.items.length > 1 || !only)
    return rail ? <RailSection section={section} current={current} /> : <OpenSection section={section} current={current} drawer={drawer} />
  return (
    <Link
      to={only.to}
      className="menu-link is-top"
      aria-current={only.to === current ? 'page' : undefined}
      title={rail ? only.label : undefined}
    >
      <NamedIcon name={only.icon ?? section.icon} /> <span className={rail ? 'sr-only' : 'grow'}>{only.label}</span>
      <Badge count={waiting(withItems(only))} />
    </Link>
  )
}

/** Whether a group is open: that of the current page, unless it was closed, and the one that was opened last. */
function useOpen(id: string, current: string, holds: boolean): [boolean, () => void] {
  const opened = usePreference('menu_open', '')
  const [shutAt, setShutAt] = useState('')
  const open = holds ? shutAt !== current : opened === id
  const toggle = () => {
    if (holds) setShutAt(open ? current : '')
    // Closing the group of the current page keeps it closed on the next page; another open group stays open.
    if (open && opened === id) void keepPreference('menu_open', null)
    else if (!open && !holds) void keepPreference('menu_open', id)
  }
  return [open, toggle]
}

function OpenSection({ section, current, drawer }: { section: MenuSection; current: string; drawer: boolean }) {
  const waiting = useBadges()
  const [open, toggle] = useOpen(
    section.id,
    current,
    section.items.some((item) => item.to === current),
  )
  const [first] = section.items
  const head = (
    <>
      <NamedIcon name={section.icon} /> <span className="grow">{section.label}</span>
      {!open && <Badge count={waiting(section.items.flatMap(withItems))} />}
    </>
  )
  const arrow = <ChevronDown size={12} aria-hidden className={open ? '' : 'is-shut'} />
  return (
    <>
      {drawer || !first ? (
        <button type="button" className="menu-section" aria-expanded={open} onClick={toggle}>
          {head} {arrow}
        </button>
      ) : (
        <div className="menu-group">
          <Link to={first.to} className="menu-section">
            {head}
          </Link>
          <button type="button" className="menu-toggle" aria-expanded={open} onClick={toggle}>
            <span className="sr-only">{section.label}</span>
            {arrow}
          </button>
        </div>
      )}
      {open && (
        <ul>
          {section.items.map((item) => (
            <li key={item.to} className="menu-item">
              <Link to={item.to} className="menu-link" aria-current={item.to === current ? 'page' : undefined}>
                <span className="grow">{item.label}</span>
                <Badge count={waiting(withItems(item))} />
              </Link>
              <MenuPin link={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function RailSection({ section, current }: { section: MenuSection; current: string }) {
  const holds = section.items.some((item) => item.to === current)
  const waiting = useBadges()
  return (
    <PopoverNext
      placement="right-start"
      content={
        <Menu aria-label={section.label}>
          {section.items.map((item) => (
            <MenuItem
              key={item.to}
              text={item.label}
              labelElement={<Badge count={waiting(withItems(item))} />}
              href={item.to}
              selected={item.to === current}
              roleStructure="menuitem"
              onClick={follow(item.to)}
            />
          ))}
        </Menu>
      }
    >
      <button type="button" className={holds ? 'menu-link is-top is-current' : 'menu-link is-top'} title={section.label}>
        <NamedIcon name={section.icon} />
        <span className="sr-only">{section.label}</span>
        <Badge count={waiting(section.items.flatMap(withItems))} />
      </button>
    </PopoverNext>
  )
}
