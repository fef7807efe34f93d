import { maybe } from '../field-types/define.ts'
import { flag, pick, picks, tags } from '../field-types/choices.ts'
import { group, ids, items, texts, ticket } from '../field-types/inputs.ts'
import { decimal, int, money, percent } from '../field-types/numbers.ts'
import { any, many, one, rows } from '../field-types/relations.ts'
import { privateFile } from '../field-types/private-file.ts'
import { rich } from '../field-types/rich.ts'
import { area, code, colour, email, key, password, phone, slug, text, url } from '../field-types/texts.ts'
import { file, image, json, place, sealed } from '../field-types/files-and-secrets.ts'
import { date, duration, instant, time, weekdays } from '../field-types/times.ts'

/**
 * The field functions, one per field type. Each returns a TypeBox schema of the JSON value that carries the field's meta data, so
 * that validation, types, OpenAPI, tables, forms and sheets read the same object. A field is required unless it has a `default` or
 * is wrapped in `f.maybe`.
 */
export const f = {
  text,
  area,
  rich,
  code,
  slug,
  key,
  email,
  url,
  phone,
  colour,
  password,
  sealed,
  int,
  decimal,
  percent,
  money,
  flag,
  pick,
  picks,
  tags,
  date,
  instant,
  time,
  weekdays,
  duration,
  image,
  file,
  privateFile,
  place,
  json,
  one,
  many,
  rows,
  any,
  items,
  group,
  ids,
  texts,
  ticket,
  maybe,
}
