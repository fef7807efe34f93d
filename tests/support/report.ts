import { expect } from 'vitest'
import type { Client } from './app.ts'
import { fine } from './selling-shop.ts'

/** A report as a test reads it: values by measure, in total and by the labels of a group. */
export interface ReadReport {
  measures: string[]
  dimensions: string[]
  labels: string[][]
  total(measure: string): string | null | undefined
  group(labels: readonly string[], measure: string): string | null | undefined
}

/** Reads a report, such as `sales?period=today&by=channel`. */
export async function readReport(client: Client, query: string): Promise<ReadReport> {
  const { body } = fine(await client.get(`/api/admin/report/${query}`))
  const names = body.measures.map(({ name }: { name: string }) => name)
  return {
    measures: names,
    dimensions: body.dimensions.map(({ name }: { name: string }) => name),
    labels: body.groups.map(({ labels }: { labels: string[] }) => labels),
    total: (measure) => body.totals[names.indexOf(measure)],
    group: (labels, measure) =>
      body.groups.find((group: { labels: string[] }) => group.labels.join() === labels.join())?.values[names.indexOf(measure)],
  }
}

/** Expects that the rows behind the totals of a report add up to them, for every column that is a sum. */
export async function expectRowsToAddUp(client: Client, name: string, query: string): Promise<void> {
  const report = await readReport(client, `${name}?${query}`)
  const { body: rows } = fine(await client.get(`/api/admin/report/${name}/rows?${query}&limit=100`))
  expect(rows.data).toHaveLength(rows.total)
  for (const [n, { name: measure }] of rows.columns.entries()) {
    if (rows.totals[n] === null) continue
    const sum = rows.data.reduce(
      (total: number, { cells }: { cells: (string | null)[] }) => total + Math.round(Number(cells[n] ?? 0) * 100),
      0,
    )
    expect(sum / 100, measure).toBe(Number(rows.totals[n]))
    expect(rows.totals[n], measure).toBe(report.total(measure))
  }
}
