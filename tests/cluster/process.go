// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// The folder and the processes of one control plane. close() ends all of them and removes the folder. The same happens
// if this process dies in any way: the kernel kills the children, and the janitor removes the folder.
type household struct {
	folder string

	janitor     *exec.Cmd
	janitorHold io.WriteCloser // the janitor acts after the last close of this end of the pipe

	mutex    sync.Mutex
	children map[*child]bool
}

// A running subcommand of this same binary.
type child struct {
	command *exec.Cmd
	done    chan struct{} // closed at its end
	err     error         // its exit error; valid once done is closed
	logFile string        // file of its standard error; empty if a reader takes it
}

func newHousehold() (*household, error) {
	folder, err := os.MkdirTemp("", "kubectl-gang-cluster-")
	if err != nil {
		return nil, err
	}
	house := &household{folder: folder, children: map[*child]bool{}}
	if err := house.startJanitor(); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return house, nil
}

// The janitor survives us, and has its own session so that an interrupt from the terminal does not reach it.
func (h *household) startJanitor() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	h.janitor = exec.Command(program, janitorName, h.folder)
	h.janitor.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if h.janitorHold, err = h.janitor.StdinPipe(); err != nil {
		return err
	}
	return h.janitor.Start()
}

const janitorName = "janitor"

// runJanitor waits until standard input ends, when its parent has ended or requests it, then removes the folder. The
// children may live a moment longer than their parent and write once more. So it repeats until the folder stays away,
// for at most half a minute.
func runJanitor(args []string) int {
	if len(args) != 1 || !strings.HasPrefix(filepath.Base(args[0]), "kubectl-gang-cluster-") {
		return 2
	}
	io.Copy(io.Discard, os.Stdin)
	deadline := time.Now().Add(30 * time.Second)
	for absent := 0; absent < 3 && time.Now().Before(deadline); absent++ {
		os.RemoveAll(args[0])
		time.Sleep(50 * time.Millisecond)
		if _, err := os.Stat(args[0]); err == nil {
			absent = -1
		}
	}
	return 0
}

// The kernel kills a child when the *thread* that started it ends (PR_SET_PDEATHSIG). So one thread, which lives as long
// as the process, starts all children.
var startRequests = make(chan func())

func init() {
	go func() {
		runtime.LockOSThread()
		for request := range startRequests {
			request()
		}
	}()
}

// start runs `reference ARGS...`. Standard output and error go to the given writers or files; nil for stderr is a log
// file NAME.log in the folder.
func (h *household) start(name string, environment []string, stdout, stderr *os.File, args ...string) (*child, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	started := &child{command: exec.Command(program, args...), done: make(chan struct{})}
	started.command.Stdout = stdout
	started.command.Stderr = stderr
	started.command.Dir = h.folder
	started.command.Env = append(os.Environ(), environment...)
	// Its own process group: an interrupt from the terminal reaches only us, and we end the children in order.
	started.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if stderr == nil {
		started.logFile = filepath.Join(h.folder, name+".log")
		log, err := os.OpenFile(started.logFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		started.command.Stderr = log
	}

	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.children == nil {
		return nil, fmt.Errorf("%s is not started: the control plane is being closed", name)
	}
	result := make(chan error)
	startRequests <- func() { result <- started.command.Start() }
	if err := <-result; err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	h.children[started] = true
	go func() {
		started.err = started.command.Wait()
		h.mutex.Lock()
		delete(h.children, started)
		h.mutex.Unlock()
		close(started.done)
	}()
	return started, nil
}

// stop asks a child to end, and kills it if it does not end in time.
func (c *child) stop(patience time.Duration) {
	c.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-c.done:
		return
	case <-time.After(patience):
	}
	c.command.Process.Kill()
	<-c.done
}

func (c *child) kill() {
	c.command.Process.Kill()
	<-c.done
}

// lastWords returns the end of the child's log, for an error message.
func (c *child) lastWords() string {
	text, err := os.ReadFile(c.logFile)
	if err != nil {
		return ""
	}
	const most = 2000
	if len(text) > most {
		text = text[len(text)-most:]
	}
	return strings.TrimSpace(string(text))
}

// close kills the running children (they have nothing to save) and waits until the folder is gone.
func (h *household) close() {
	h.mutex.Lock()
	var remaining []*child
	for running := range h.children {
		remaining = append(remaining, running)
	}
	h.children = nil
	h.mutex.Unlock()
	for _, running := range remaining {
		running.command.Process.Kill()
	}
	for _, running := range remaining {
		<-running.done
	}
	h.janitorHold.Close()
	h.janitor.Wait()
	os.RemoveAll(h.folder) // if the janitor was killed
}

// runs reports whether the child has not ended.
func (c *child) runs() bool {
	select {
	case <-c.done:
		return false
	default:
		return true
	}
}

// lastLines joins the end of a log for an error message.
func lastLines(lines []string) string {
	const most = 5
	if len(lines) > most {
		lines = lines[len(lines)-most:]
	}
	return strings.TrimSpace(strings.Join(lines, ""))
}
