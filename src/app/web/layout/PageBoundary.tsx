import { Component, type ReactNode } from 'react'

type Props = { of: object; instead: ReactNode; children: ReactNode }
type State = { failed: object | null }

/** Renders `instead` after a rendering error, until `of` changes. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: {} }
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: null })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
