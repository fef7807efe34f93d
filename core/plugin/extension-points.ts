import type { DependencyContainer } from 'tsyringe'
import type { Kernel } from '../context.ts'
import { provide, token } from '../services.ts'
import type { Plugin } from './define.ts'
import type { AnyExtensionPoint, ContributionFactory, Contribution, ExtensionPoint } from './contributions.ts'
import { assertPlugin, assertDependency, PluginError } from './sort-by-dependencies.ts'

/** A contribution with its plugin. */
export type PluginContribution = Contribution & { plugin: string }

/** An extension point with the plugin that declares it and its contributions in order. */
export interface RegisteredExtensionPoint {
  point: AnyExtensionPoint
  plugin: string
  contributions: readonly PluginContribution[]
}

/**
 * Collects the extension points of all plugins with their contributions. @throws PluginError naming the plugin of a duplicate, of
 * an unknown point, or of an invalid contribution.
 */
export function collectExtensionPoints(plugins: readonly Plugin[]): Map<string, RegisteredExtensionPoint> {
  const registered = new Map<string, { point: AnyExtensionPoint; plugin: string; contributions: PluginContribution[] }>()
  for (const { id, extensionPoints = [] } of plugins)
    for (const point of extensionPoints) {
      assertPlugin(
        getOwner(point.name) === id,
        id,
        `declares the extension point "${point.name}"`,
        `Name it "${id}/…": the plugin stands in front.`,
      )
      assertPlugin(!registered.has(point.name), id, `declares the extension point "${point.name}" twice`, 'Choose another name.')
      registered.set(point.name, { point, plugin: id, contributions: [] })
    }
  for (const plugin of plugins)
    for (const contribution of plugin.contributions ?? []) {
      const target = registered.get(contribution.point)
      if (!target) {
        rejectUnknownPoint(plugin, contribution, plugins)
        continue
      }
      const { contributions, plugin: owner } = target
      assertDependency(plugin, owner, `contributes ${describeContribution(contribution)}`)
      const duplicate = contributions.find((o) => o.name === contribution.name)
      const advice = 'Choose another name, or take one of the two plugins out.'
      assertPlugin(!duplicate, plugin.id, `contributes ${describeContribution(contribution)}, as does "${duplicate?.plugin}"`, advice)
      const ownedContribution = { ...contribution, plugin: plugin.id }
      if (typeof contribution.value !== 'function') assertFits(target.point, ownedContribution, contribution.value)
      contributions.push(ownedContribution)
    }
  for (const { contributions } of registered.values()) contributions.sort((a, b) => a.order - b.order)
  return registered
}

const getOwner = (point: string) => point.split('/')[0] ?? ''
const describeContribution = ({ name, point }: Contribution) => `"${name}" to "${point}"`

/** A contribution to a plugin that is switched off is ignored. A contribution to an unknown point of an installed plugin is an error. */
function rejectUnknownPoint(plugin: Plugin, contribution: Contribution, plugins: readonly Plugin[]): void {
  const owner = getOwner(contribution.point)
  if (plugin.after?.includes(owner) && !plugins.some((p) => p.id === owner)) return
  throw new PluginError(
    plugin.id,
    `contributes ${describeContribution(contribution)}, which no plugin declares`,
    `Correct the point, or name "${owner}" under "after" if it may be absent.`,
  )
}

function assertFits(point: AnyExtensionPoint, contribution: PluginContribution, value: unknown): void {
  const problem = point.findProblem?.(value)
  assertPlugin(
    problem === undefined,
    contribution.plugin,
    `contributes ${describeContribution(contribution)}, which does not fit: ${problem}`,
    `It has to be: ${point.description}.`,
  )
}

const getToken = (point: AnyExtensionPoint) => token<ReadonlyMap<string, unknown>>(`contributions:${point.name}`)

/** Registers every extension point. Its contributions are created on first read and kept. */
export function registerExtensionPoints(
  container: DependencyContainer,
  points: ReadonlyMap<string, RegisteredExtensionPoint>,
  kernel: Kernel,
): void {
  for (const { point, contributions } of points.values())
    provide(container, getToken(point), () => {
      const values = new Map<string, unknown>()
      for (const contribution of contributions) {
        const isFactory = typeof contribution.value === 'function'
        const value = isFactory ? (contribution.value as ContributionFactory<unknown>)({ kernel }) : contribution.value
        if (isFactory) assertFits(point, contribution, value)
        values.set(contribution.name, value)
      }
      return freezeMap(values)
    })
}

/** Creates and checks the contributions of points with a check. @throws PluginError for an invalid contribution. */
export function checkCreatedContributions(kernel: Kernel): void {
  for (const { point } of kernel.registry.extensionPoints.values()) if (point.findProblem) kernel.contributions(point)
}

/** Contributions to an extension point, in order; empty when its plugin is not installed. */
export function getContributions<T>({ find }: Pick<Kernel, 'find'>, at: ExtensionPoint<T>): ReadonlyMap<string, T> {
  // The cast is safe: `contribute` accepts only a T for an `ExtensionPoint<T>`.
  return (find(getToken(at)) as ReadonlyMap<string, T> | undefined) ?? new Map()
}

/** The contribution that an environment variable names. @throws Error when there is none of that name */
export function getChosenContribution<T>(
  kernel: Pick<Kernel, 'find'>,
  at: ExtensionPoint<T>,
  { name, variable }: { name: string; variable: string },
): T {
  const offers = getContributions(kernel, at)
  const chosen = offers.get(name)
  if (chosen === undefined)
    throw new Error(`${variable} names "${name}", which no plugin contributes. Available: ${[...offers.keys()].join(', ')}.`)
  return chosen
}

/** Contributions are declared in manifests only. Code that ran earlier would not see later additions. */
function freezeMap<T>(contributions: Map<string, T>): ReadonlyMap<string, T> {
  const refuse = () => {
    throw new TypeError('Contributions are fixed once the product has started: declare them under "contributions" of plugin.ts.')
  }
  return Object.assign(contributions, { set: refuse, delete: refuse, clear: refuse })
}
