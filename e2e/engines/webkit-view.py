#!/usr/bin/python3
"""A browser on WebKitGTK, for WebKitWebDriver. It shows each tab in a window of its own, keeps a profile, allows what pages ask for, and is where it is told."""
import argparse
import os
import time

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--profile", required=True)
parser.add_argument("--private", action="store_true")
parser.add_argument("--dark", action="store_true")
parser.add_argument("--size", required=True)
parser.add_argument("--place", help="latitude,longitude,accuracy in meters; without it, the person refuses to tell")
given = parser.parse_args()

# What pages write to the console goes to the standard error.
os.makedirs(given.profile, exist_ok=True)
os.dup2(os.open(f"{given.profile}/console", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", given.dark)

if given.private:
    data = WebKit2.WebsiteDataManager.new_ephemeral()
else:
    folders = {"base_data_directory": f"{given.profile}/data", "base_cache_directory": f"{given.profile}/cache"}
    data = WebKit2.WebsiteDataManager(**folders)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
if not given.private:
    cookies = f"{given.profile}/cookies.sqlite"
    context.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)

def tell_place(manager):
    latitude, longitude, accuracy = map(float, given.place.split(","))
    place = WebKit2.GeolocationPosition.new(latitude, longitude, accuracy)
    place.set_timestamp(int(time.time()))
    manager.update_position(place)
    return True


context.get_geolocation_manager().connect("start", tell_place)


def answer(_view, request):
    if given.place is None and isinstance(request, WebKit2.GeolocationPermissionRequest):
        request.deny()
    else:
        request.allow()
    return True


def download(_context, started):
    folder = f"{given.profile}/downloads"
    os.makedirs(folder, exist_ok=True)
    started.connect("decide-destination", lambda each, name: each.set_destination(f"file://{folder}/{name}"))


context.connect("download-started", download)
width, height = map(int, given.size.split("x"))


def open_tab(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    view.connect("permission-request", answer)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("view")
    info.set_version(2, 50, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_tab)


context.connect("automation-started", begin)

with open(f"{given.profile}/pid", "w", encoding="ascii") as file:
    file.write(str(os.getpid()))
Gtk.main()
