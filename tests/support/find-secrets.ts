import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import exceljs from 'exceljs'

/** A place where a secret must not be, and its content. */
export interface Place {
  name: string
  text: string
}

/** A secret as it is, and in the forms in which it is often written. */
const listForms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
]

/** The names of the places that contain a secret, each with the position of the secret in the list. */
export const findSecrets = (places: readonly Place[], secrets: readonly string[]): string[] =>
  places.flatMap(({ name, text }) => {
    const at = secrets.findIndex((secret) => listForms(secret).some((form) => text.includes(form)))
    return at < 0 ? [] : [`${name}: ${at}`]
  })

/** Collects the texts and headers of all API answers that a page receives from now on. */
export function collectAnswers(page: Page): () => Promise<Place[]> {
  const answers: Promise<Place>[] = []
  const read = async (response: Response): Promise<Place> => {
    // A redirect has no body, nor has an answer that the page does not wait for.
    const text = await response.text().catch(() => '')
    return { name: `${response.request().method()} ${response.url()}`, text: text + JSON.stringify(response.headers()) }
  }
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(read(response))
  })
  return () => Promise.all(answers)
}

/** What a browser stores of a page: both storages, cookies, IndexedDB, caches, and the address. */
export async function readBrowserStorage(page: Page): Promise<Place[]> {
  const stored = await page.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
      })
    const readDatabase = async (name: string) => {
      const db = await wait(indexedDB.open(name))
      const rows = await Promise.all([...db.objectStoreNames].map((store) => wait(db.transaction(store).objectStore(store).getAll())))
      db.close()
      return rows as unknown
    }
    const readCache = async (name: string) => {
      const cache = await caches.open(name)
      return Promise.all((await cache.matchAll()).map(async (answer) => `${answer.url} ${await answer.text()}`))
    }
    const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => readDatabase(name ?? '')))
    return {
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      IndexedDB: JSON.stringify(databases),
      caches: JSON.stringify(await Promise.all((await caches.keys()).map(readCache))),
      history: JSON.stringify([location.href, history.state]),
    }
  })
  const cookies = JSON.stringify(await page.context().cookies())
  return Object.entries({ ...stored, cookies }).map(([name, text]) => ({ name, text }))
}

/** The cells of an xlsx file. */
export async function readXlsx(bytes: Buffer): Promise<string> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(bytes as never)
  return JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()))
}

/** The texts of all files below a folder, and the cells of its xlsx files. */
export async function readFolder(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(name)
      return { name, text: name.endsWith('.xlsx') ? await readXlsx(bytes) : bytes.toString('latin1') }
    }),
  )
}
