/** Sets the title of this tab, and of the hidden tabs of this address, which follow no army themselves. */
export function openTitle(): (title: string) => void {
  const others = new BroadcastChannel('ovld-title');
  others.onmessage = ({ data }) => {
    document.title = String(data);
  };
  return (title) => {
    if (title === document.title) return;
    document.title = title;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    others.postMessage(title);
  };
}
