import type { DependencyContainer } from 'tsyringe'
import type { Kernel } from '../context.ts'
import { provide, token } from '../services.ts'
import type { Plugin } from './define.ts'
import type { AnyPoint, Make, Offer, Point } from './offers.ts'
import { must, mustName, PluginError } from './order.ts'

/** An offer with the plugin that makes it. */
export type OfferOf = Offer & { plugin: string }

/** A point with the plugin that opens it and what is offered there, in order. */
export interface OpenedPoint {
  point: AnyPoint
  plugin: string
  offers: readonly OfferOf[]
}

/** The points of all plugins with their offers. @throws PluginError naming who offers twice, to nobody, or what does not fit. */
export function collectPoints(plugins: readonly Plugin[]): Map<string, OpenedPoint> {
  const opened = new Map<string, { point: AnyPoint; plugin: string; offers: OfferOf[] }>()
  for (const { id, points = [] } of plugins)
    for (const point of points) {
      must(ownerOf(point.name) === id, id, `opens the point "${point.name}"`, `Name it "${id}/…": the plugin stands in front.`)
      must(!opened.has(point.name), id, `opens the point "${point.name}" twice`, 'Choose another name.')
      opened.set(point.name, { point, plugin: id, offers: [] })
    }
  for (const plugin of plugins)
    for (const made of plugin.offers ?? []) {
      const place = opened.get(made.point)
      if (!place) {
        refuseUnlessAway(plugin, made, plugins)
        continue
      }
      const { offers, plugin: owner } = place
      mustName(plugin, owner, `offers ${words(made)}`)
      const other = offers.find((o) => o.name === made.name)
      const advice = 'Choose another name, or take one of the two plugins out.'
      must(!other, plugin.id, `offers ${words(made)}, and so does "${other?.plugin}"`, advice)
      const offered = { ...made, plugin: plugin.id }
      if (typeof made.given !== 'function') refuseMisfit(place.point, offered, made.given)
      offers.push(offered)
    }
  for (const { offers } of opened.values()) offers.sort((a, b) => a.order - b.order)
  return opened
}

const ownerOf = (point: string) => point.split('/')[0] ?? ''
const words = ({ name, point }: Offer) => `"${name}" to "${point}"`

/** An offer to a plugin that is switched off stays away; to one that knows no such point it is a mistake. */
function refuseUnlessAway(plugin: Plugin, made: Offer, plugins: readonly Plugin[]): void {
  const owner = ownerOf(made.point)
  if (plugin.after?.includes(owner) && !plugins.some((p) => p.id === owner)) return
  throw new PluginError(
    plugin.id,
    `offers ${words(made)}, which nobody opens`,
    `Correct the point, or name "${owner}" under "after" if it may be absent.`,
  )
}

function refuseMisfit(point: AnyPoint, made: OfferOf, value: unknown): void {
  const problem = point.problem?.(value)
  must(problem === undefined, made.plugin, `offers ${words(made)}, which does not fit: ${problem}`, `It has to be: ${point.about}.`)
}

const tokenOf = (point: AnyPoint) => token<ReadonlyMap<string, unknown>>(`offers:${point.name}`)

/** Registers every point: what is offered there is made when it is first read, and kept. */
export function registerPoints(container: DependencyContainer, points: ReadonlyMap<string, OpenedPoint>, kernel: Kernel): void {
  for (const { point, offers } of points.values())
    provide(container, tokenOf(point), () => {
      const made = new Map<string, unknown>()
      for (const one of offers) {
        const isMade = typeof one.given === 'function'
        const value = isMade ? (one.given as Make<unknown>)({ kernel }) : one.given
        if (isMade) refuseMisfit(point, one, value)
        made.set(one.name, value)
      }
      return locked(made)
    })
}

/** Makes what has to be looked at to be checked. @throws PluginError for an offer that does not fit. */
export function checkMadeOffers(kernel: Kernel): void {
  for (const { point } of kernel.registry.points.values()) if (point.problem) kernel.offers(point)
}

/** What is offered at a point, in order; nothing when its plugin is not there. */
export function offersAt<T>({ find }: Pick<Kernel, 'find'>, at: Point<T>): ReadonlyMap<string, T> {
  // What was offered to a `Point<T>` is a T: `offer` takes nothing else.
  return (find(tokenOf(at)) as ReadonlyMap<string, T> | undefined) ?? new Map()
}

/** The offer that the environment names. @throws Error when there is none of that name */
export function chosenOffer<T>(kernel: Pick<Kernel, 'find'>, at: Point<T>, { name, variable }: { name: string; variable: string }): T {
  const offers = offersAt(kernel, at)
  const chosen = offers.get(name)
  if (chosen === undefined)
    throw new Error(`${variable} names "${name}", which no plugin offers. There is: ${[...offers.keys()].join(', ')}.`)
  return chosen
}

/** Offers are made in manifests only; adding later would be seen by some and not by others. */
function locked<T>(offers: Map<string, T>): ReadonlyMap<string, T> {
  const refuse = () => {
    throw new TypeError('What is offered is fixed once the product has started: name it in "offers" of plugin.ts.')
  }
  return Object.assign(offers, { set: refuse, delete: refuse, clear: refuse })
}
