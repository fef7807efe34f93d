import type { ComponentType } from 'react'
import type { Widget } from '#core/wire'
import type { CellProps } from './types.ts'
import { Cell as Text } from './text/cell.tsx'
import { Cell as Area } from './area/cell.tsx'
import { Cell as Rich } from './rich/cell.tsx'
import { Cell as Code } from './code/cell.tsx'
import { Cell as Slug } from './slug/cell.tsx'
import { Cell as Email } from './email/cell.tsx'
import { Cell as Url } from './url/cell.tsx'
import { Cell as Password } from './password/cell.tsx'
import { Cell as Phone } from './phone/cell.tsx'
import { Cell as Int } from './int/cell.tsx'
import { Cell as Decimal } from './decimal/cell.tsx'
import { Cell as Money } from './money/cell.tsx'
import { Cell as Switch } from './switch/cell.tsx'
import { Cell as Pick } from './pick/cell.tsx'
import { Cell as Tags } from './tags/cell.tsx'
import { Cell as Date } from './date/cell.tsx'
import { Cell as Instant } from './instant/cell.tsx'
import { Cell as Image } from './image/cell.tsx'
import { Cell as File } from './file/cell.tsx'
import { Cell as One } from './one/cell.tsx'
import { Cell as Many } from './many/cell.tsx'
import { Cell as Rows } from './rows/cell.tsx'
import { Cell as Json } from './json/cell.tsx'
import { Cell as Status } from './status/cell.tsx'
import { Cell as Permissions } from './permissions/cell.tsx'

const cells: Record<Widget, ComponentType<CellProps>> = {
  text: Text,
  area: Area,
  rich: Rich,
  code: Code,
  slug: Slug,
  email: Email,
  url: Url,
  password: Password,
  phone: Phone,
  int: Int,
  decimal: Decimal,
  money: Money,
  switch: Switch,
  pick: Pick,
  tags: Tags,
  date: Date,
  instant: Instant,
  image: Image,
  file: File,
  one: One,
  many: Many,
  rows: Rows,
  json: Json,
  status: Status,
  permissions: Permissions,
}

/** A value drawn the way its widget shows it in a table. */
export function CellOf(props: CellProps) {
  const Cell = cells[props.column.widget] ?? Text
  return <Cell {...props} />
}
