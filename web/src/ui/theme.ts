import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The one accent. Every use of it goes through `primaryColor`, so a vendor's own colour is one tuple. */
const accent: MantineColorsTuple = [
  '#eff6ff',
  '#ddebfe',
  '#bedaff',
  '#9bc4fb',
  '#72aaf5',
  '#4c90e8',
  '#2c79d9',
  '#196ac8',
  '#095cb7',
  '#044b97',
]
const gray: MantineColorsTuple = [
  '#f9fafb',
  '#f3f4f6',
  '#e8eaec',
  '#dadce0',
  '#c8cbce',
  '#9b9fa3',
  '#767b80',
  '#5c6167',
  '#3c4046',
  '#1b2025',
]
const dark: MantineColorsTuple = [
  '#e3e5e7',
  '#bbbec2',
  '#9b9fa3',
  '#65696f',
  '#3f4348',
  '#2d3136',
  '#22262b',
  '#181b1f',
  '#111418',
  '#0c0f12',
]

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif'

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  respectReducedMotion: true,
  black: gray[9],
  fontFamily,
  headings: { fontFamily, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, overlayProps: { backgroundOpacity: 0.45 } } },
  },
})

/** Where Mantine's own greys and reds fall short of WCAG 2.2 AA on our surfaces. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': accent[8],
    '--mantine-color-default-border': gray[3],
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': '#a3a8ae',
    '--mantine-color-placeholder': '#989da3',
    '--mantine-color-error': '#ff9f97',
    '--mantine-color-anchor': accent[3],
    '--mantine-color-default-border': dark[4],
  },
})
