import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { ChevronDown, DoubleChevronLeft, DoubleChevronRight, Home } from '@blueprintjs/icons'
import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { MenuSection } from 'stoa/api-types'
import { follow, Link } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { NamedIcon } from '../icons/registry.tsx'
import { useSession } from '../state/session.ts'
import { foldedAtom, railAtom } from '../state/ui.ts'
import { Badge, useBadges } from './badge.tsx'
import { useMenu } from './menu.ts'
import { Mark } from './mark.tsx'
import { usePathname } from './use-pathname.ts'

const HOME = '/admin/dashboard'

/** The main menu: sections of links, or only their icons as a rail. */
export function Sidebar({ rail }: { rail: boolean }) {
  const { t } = useT()
  const { manifest } = useSession()
  const { sections, current } = useMenu()
  const [, setRail] = useAtom(railAtom)
  const atHome = usePathname() === HOME
  const hasHome = sections.some((section) => section.items.some((item) => item.to === HOME))
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever comes by an address, the palette or another page sees where they are.
    const entry = [...(menu.current?.querySelectorAll('a[href]') ?? [])].find((link) => link.getAttribute('href') === current)
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
          {!hasHome && (
            <li>
              <Link
                to={HOME}
                className="menu-link is-top"
                aria-current={atHome ? 'page' : undefined}
                aria-label={rail ? t('dashboard.title') : undefined}
              >
                <Home aria-hidden /> {!rail && t('dashboard.title')}
              </Link>
            </li>
          )}
          {sections.map((section) => (
            <li key={section.id}>
              {rail ? <RailSection section={section} current={current} /> : <Section section={section} current={current} />}
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="rail-toggle" onClick={() => setRail(!rail)} aria-pressed={rail}>
        {rail ? <DoubleChevronRight aria-label={t('shell.expand')} /> : <DoubleChevronLeft aria-hidden />}
        {!rail && t('shell.collapse')}
      </button>
    </nav>
  )
}

function Section({ section, current }: { section: MenuSection; current: string }) {
  const [folded, setFolded] = useAtom(foldedAtom)
  const waiting = useBadges()
  const only = section.items[0]
  if (section.items.length === 1 && only) {
    return (
      <Link to={only.to} className="menu-link is-top" aria-current={only.to === current ? 'page' : undefined}>
        <NamedIcon name={only.icon ?? section.icon} /> <span className="grow">{only.label}</span>
        <Badge count={waiting([only])} />
      </Link>
    )
  }
  const holds = section.items.some((item) => item.to === current)
  const open = holds || !folded.includes(section.id)
  const toggle = () => setFolded((ids) => (ids.includes(section.id) ? ids.filter((id) => id !== section.id) : [...ids, section.id]))
  return (
    <>
      <button type="button" className="menu-section" aria-expanded={open} onClick={toggle}>
        <NamedIcon name={section.icon} /> <span className="grow">{section.label}</span>
        {!open && <Badge count={waiting(section.items)} />}
        <ChevronDown size={12} aria-hidden className={open ? '' : 'is-shut'} />
      </button>
      {open && (
        <ul>
          {section.items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} className="menu-link" aria-current={item.to === current ? 'page' : undefined}>
                <span className="grow">{item.label}</span>
                <Badge count={waiting([item])} />
              </Link>
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
              labelElement={<Badge count={waiting([item])} />}
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
        <Badge count={waiting(section.items)} />
      </button>
    </PopoverNext>
  )
}
