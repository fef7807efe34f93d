import type { ComponentType } from 'react'
import type { Widget } from 'stoa/api-types'
import type { InputProps } from './types.ts'

const folders = import.meta.glob<{ Input: ComponentType<InputProps> }>('./*/input.tsx', { eager: true })

/** The inputs of all widgets; each widget is a folder with its input. */
export const inputs = Object.fromEntries(Object.entries(folders).map(([path, { Input }]) => [path.split('/')[1], Input])) as Record<
  Widget,
  ComponentType<InputProps>
>
