import type { ComponentType } from 'react'
import type { Widget } from '#core/wire'
import type { InputProps } from './types.ts'
import { Input as Text } from './text/input.tsx'
import { Input as Area } from './area/input.tsx'
import { Input as Rich } from './rich/input.tsx'
import { Input as Code } from './code/input.tsx'
import { Input as Slug } from './slug/input.tsx'
import { Input as Email } from './email/input.tsx'
import { Input as Url } from './url/input.tsx'
import { Input as Password } from './password/input.tsx'
import { Input as Phone } from './phone/input.tsx'
import { Input as Int } from './int/input.tsx'
import { Input as Decimal } from './decimal/input.tsx'
import { Input as Money } from './money/input.tsx'
import { Input as Switch } from './switch/input.tsx'
import { Input as Pick } from './pick/input.tsx'
import { Input as Tags } from './tags/input.tsx'
import { Input as Date } from './date/input.tsx'
import { Input as Instant } from './instant/input.tsx'
import { Input as Image } from './image/input.tsx'
import { Input as File } from './file/input.tsx'
import { Input as One } from './one/input.tsx'
import { Input as Many } from './many/input.tsx'
import { Input as Rows } from './rows/input.tsx'
import { Input as Json } from './json/input.tsx'
import { Input as Status } from './status/input.tsx'
import { Input as Permissions } from './permissions/input.tsx'

/** The input of every widget. */
export const inputs: Record<Widget, ComponentType<InputProps>> = {
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
