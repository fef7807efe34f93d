import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { dashes } from './palette.ts'
import type { ChartLook, ChartSpec, DrawChart } from './types.ts'

Chart.register(BarController, BarElement, CategoryScale, Filler, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip)

function getConfig(spec: ChartSpec, look: ChartLook): ChartConfiguration<'line' | 'bar', (number | null)[], string> {
  const lying = spec.kind === 'bar'
  const ticks = { color: look.muted, font: { family: look.font, size: 12 } }
  const values = {
    beginAtZero: true,
    suggestedMax: 1,
    stacked: spec.stacked ?? false,
    grid: { color: look.line },
    border: { display: false },
    ticks: { ...ticks, callback: (value: string | number) => look.format(Number(value)) },
  }
  const names = { stacked: spec.stacked ?? false, grid: { display: false }, border: { color: look.line }, ticks }
  return {
    type: spec.kind === 'line' ? 'line' : 'bar',
    data: {
      labels: spec.labels,
      datasets: spec.series.map(({ name, data }, i) => {
        const colour = look.palette[i % look.palette.length] ?? look.ink
        return {
          label: name,
          data,
          borderColor: colour,
          backgroundColor: colour,
          borderWidth: spec.kind === 'line' ? 2 : 0,
          ...(spec.kind === 'line' ? { borderDash: dashes[i % dashes.length] ?? [], pointRadius: spec.labels.length <= 40 ? 3 : 0 } : {}),
        }
      }),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: look.animate ? { duration: 300 } : false,
      indexAxis: lying ? 'y' : 'x',
      interaction: { mode: 'index', intersect: false },
      scales: lying ? { x: values, y: names } : { x: names, y: values },
      plugins: {
        legend: { position: 'bottom', labels: { color: look.ink, font: { family: look.font }, usePointStyle: true } },
        tooltip: {
          backgroundColor: look.surface,
          titleColor: look.ink,
          bodyColor: look.ink,
          borderColor: look.line,
          borderWidth: 1,
          callbacks: { label: ({ dataset, raw }) => ` ${dataset.label ?? ''}: ${look.format(Number(raw ?? 0))}` },
        },
      },
    },
  }
}

/** Text alternative for the canvas. */
const inWords = (spec: ChartSpec, look: ChartLook): string =>
  `${look.title}. ${spec.series.map(({ name, data }) => `${name}: ${spec.labels.map((label, i) => `${label} ${look.format(data[i] ?? 0)}`).join(', ')}`).join('. ')}`

/** Chart adapter for Chart.js (MIT licence). */
export const draw: DrawChart = (element, spec, look) => {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', inWords(spec, look))
  element.append(canvas)
  const chart = new Chart(canvas, getConfig(spec, look))
  return {
    update: (nextSpec, nextLook) => {
      const { data, options } = getConfig(nextSpec, nextLook)
      canvas.setAttribute('aria-label', inWords(nextSpec, nextLook))
      chart.data = data
      if (options) chart.options = options
      chart.update()
    },
    destroy: () => {
      chart.destroy()
      canvas.remove()
    },
  }
}
